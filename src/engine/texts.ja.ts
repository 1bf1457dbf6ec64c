export const ja = {
  // The first message of a subscription.
  watching: '「{alert}」をモニタリングしています。',
  perDay: '1 日に約 {count, plural, other {# 件}}のメンションが見込まれます。',
  lessPerDay: 'メンションは 1 日に 1 件未満の見込みです。',
  nothingMatches: '最近のメンションで、フィルターに合うものはありません。',
  olderMentions:
    '{count, plural, =0 {以前のメンションはありません。} other {以前のメンション # 件は投稿していません。}}',
  olderMentionsAtLeast: '以前のメンション（{count, number} 件以上）は投稿していません。',
  showExample: 'サンプルを表示',
  sinceThen: '開始：{since} · {checks}',
  nextCheck: '次のチェック：{at}',
  everyMinutes: '{count, plural, other {# 分}}ごとにチェック',
  everySeconds: '{count, plural, other {# 秒}}ごとにチェック',
  // A call to what another subscription has posted in the channel.
  alsoIn: '「{subscription}」にも該当：メンション {count, plural, other {# 件}}',
  titleAlsoIn: '「{subscription}」にも該当：「{title}」',
  // An alert is unusually quiet.
  tooQuiet: 'メンションが途絶えています：{alert}',
  tooQuietPart: 'メンションが途絶えています：{alert}（{part}）',
  unknownLanguage: '言語 {code}',
  quietSince:
    '{since} から新しいメンションがありません。普段なら、この間に約 {expected, number} 件（1 日に {perDay, number} 件）届きます。',
  quietAdvice:
    '話題が少ないだけか、不具合かもしれません。メンションサービスでアラートを確認してください。偶然ここまで途絶える確率：{chance}。',
  service:
    '{found, select, sound {メンションサービスは応答しています。} faulty {メンションサービスが応答していません。} unknown {メンションサービスが応答しているかは不明です。}}',
  token:
    '{found, select, sound {アクセストークンは受け付けられています。} faulty {アクセストークンが拒否されています。MENTIONS_API_TOKEN を確認してください。} unknown {アクセストークンが受け付けられているかは不明です。}}',
  'plan-limit':
    '{found, select, sound {プランの上限には達していません。} faulty {プランの月間メンション数を使い切っているため、届いていません。} unknown {プランの上限に達しているかは不明です。}}',
  'ids-moving':
    '{found, select, sound {ほかのアラートには新しいメンションが届いているので、サービスの収集は動いています。} faulty {どのアラートにも新しいメンションが届いていません。サービスの収集が止まっている可能性があります。} unknown {ほかのアラートに新しいメンションが届いているかは不明です。}}',
  schedule:
    '{found, select, sound {Overheard のチェックは予定どおりです。} faulty {Overheard のチェックが遅れています。/status を確認してください。} unknown {Overheard のチェックが予定どおりかは不明です。}}',
  // The plan at the mention service.
  usedUp: 'プランの月間メンション数を使い切りました。',
  collectsAgainAt:
    'プランが更新される {renewal}まで、メンションサービスは新しいメンションを収集しません。それまでに公開されたメンションは、あとからも取得できない可能性があります。',
  collectsAgain:
    'プランが更新されるまで、メンションサービスは新しいメンションを収集しません。それまでに公開されたメンションは、あとからも取得できない可能性があります。',
  raisePlan:
    '更新後、Overheard は自動で再開します。早く再開するには、メンションサービスのプランの管理者に上限の引き上げを依頼してください。',
  renewed: 'プランの月間メンション数が再び使えるようになりました。',
  goesOn: '新しいメンションは、以前と同じように収集・投稿されます。',
  used: 'プランの月間メンション数の {share} を使用しました（{all, number} 件中 {used, number} 件）。',
  lasts: '1 日に {perDay, number} 件のペースなら、{renewal}の更新まで足ります。',
  runsOut:
    '1 日に {perDay, number} 件のペースでは、{end}に使い切ります。その後、プランが更新される {renewal}までのメンションは、あとからも取得できない可能性があります。防ぐには、メンションサービスのプランの管理者に上限の引き上げを依頼してください。',
  estimate: '過去 7 日間からの推定です。プランは毎月 1 日に更新されるものとしています。',
} as const

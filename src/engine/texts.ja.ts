export const ja = {
  // The first message of a subscription.
  watching: '「{alert}」をモニタリングしています。',
  perDay: '1 日に約 {count, plural, other {# 件}}のメンションが見込まれます。',
  lessPerDay: 'メンションは 1 日に 1 件未満の見込みです。',
  nothingMatches: '最近のメンションで、フィルターに合うものはありません。',
  olderMentions:
    '{count, plural, =0 {以前のメンションはありません。} other {以前のメンション # 件は投稿しません。}}',
  olderMentionsAtLeast: '以前のメンション（{count, number} 件以上）は投稿しません。',
  showExample: 'メンションの例を表示',
  sinceThen: '開始：{since}',
  changeIt: '{checks}。変更や停止の方法： /mentions help',
  nextCheck: '次のチェック：{at}',
  everyMinutes: '{count, plural, other {# 分}}ごとにチェック',
  everySeconds: '{count, plural, other {# 秒}}ごとにチェック',
  // A call to what another subscription has posted in the channel.
  alsoIn: '「{subscription}」にも該当：メンション {count, plural, other {# 件}}',
  titleAlsoIn: '「{subscription}」にも該当：「{title}」',
  // An alert is unusually quiet.
  tooQuiet: '「{alert}」のメンションが {time}届いていません',
  tooQuietPart: '「{alert}」のメンション（{part}）が {time}届いていません',
  unknownLanguage: '言語 {code}',
  quietSince:
    '普段なら、{since} からの間に約 {expected, number} 件届きます。偶然である可能性はごくわずかです（{chance}）。',
  quietAdvice:
    'メンションサービスは応答しています。サービスにログインし、このアラートが有効で、正しい語を検索しているか確認してください。',
  service: 'メンションサービスが応答していません。',
  'plan-limit': 'プランの月間メンション数を使い切っているため、届いていません。',
  'ids-moving':
    'ほかのアラートにもメンションが届いていません。メンションサービスの収集が止まっている可能性があります。',
  schedule: 'Overheard のチェックが遅れています。/status を確認してください。',
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
  runsOut: 'プランの月間メンション数は {end}に使い切る見込みです。',
  untilRenewal:
    '{all, number} 件中 {used, number} 件（{share}）を使用し、1 日に {perDay, number} 件のペースです。使い切ると、プランが更新される {renewal}までのメンションは、あとからも取得できない可能性があります。防ぐには、メンションサービスのプランの管理者に上限の引き上げを依頼してください。',
  estimate: '過去 7 日間からの推定です。プランは毎月 1 日に更新されるものとしています。',
} as const

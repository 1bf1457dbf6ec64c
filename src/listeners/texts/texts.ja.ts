export const ja = {
  // Help, and the lines of commands.
  helpFirst:
    '*`/mentions`* は、このチャンネルの Overheard を管理するコマンドです。変更はここに通知され、元に戻せます。',
  helpMute:
    '• `mute author|source|domain|word NAME [7d | until friday | forever]`, `unmute NAME`, `mutes`: 投稿者、サイト、ソース、単語をこのチャンネルに表示しない',
  shortHelpMute: '*投稿者、サイト、単語をここに表示しない*: `/mentions ミュート author NAME`',
  helpDigest: '• `digest [name]`: ダイジェストのプレビュー',
  helpStats: '• *`/mentions-stats`*: アラートの数値とグラフ（詳しくは `/mentions-stats help` ）',
  shortHelpStats: '*数値とグラフを見る*: `/mentions-stats`',
  helpNames: '名前は一部だけでもかまいません。チャンネルのアラートが 1 つなら省略できます。',
  helpOnCard: '*カードでの操作*',
  helpClaim: '• *担当する*: 自分が対応する / *完了*: 対応が済んだ（どちらも元に戻せます）',
  helpAssign: '• ⋯ *割り当て…*: ほかの人に対応を頼む（相手にダイレクトメッセージが届きます）',
  helpSnooze: '• ⋯ *スヌーズ…*: あとでリストに戻し、リマインダーを受け取る',
  helpMuteOnCard: '• ⋯ *ミュート…*: この投稿者、サイト、ソースを今後このチャンネルに表示しない',
  helpWhy: '• ⋯ *投稿された理由*: このメンションを通したルールを見る',
  help: 'ヘルプ',
  more: 'その他…',
  nothingMore: '/mentions {word} のあとには何も書けないため、「{rest}」を理解できません。',
  'line-no-command': '/mentions {words} というコマンドはありません。',
  'line-too-long': '「{words}」は長すぎます。コマンドは 3,000 文字までです。',
  'line-statistics': '数値とグラフには専用のコマンドがあります： /mentions-stats',
  'line-mute-nobody': 'ミュートする相手を書いてください。例： /mentions mute author "Kim Lee" 7d',
  'line-mute-what':
    '「{words}」が投稿者（author）、ソース（source）、サイト（domain）のどれかを書いてください。',
  'line-mute-doubt':
    '「{words}」は名前の一部ですか？名前の一部なら、名前を引用符で囲んでください。期限なら、その前に until と書いてください。',
  'line-no-site': '「{words}」はサイトではありません。news.example のように書いてください。',
  'line-unmute-nobody': 'ミュートを解除する相手を書いてください。例： /mentions unmute "Kim Lee"',
  otherChannel: 'ダイジェスト「{name}」の投稿先は、ここではなく別のチャンネルです。',
  whichOne: 'どの{what, select, subscription {購読} digest {ダイジェスト}}ですか？候補：{names}。',
  severalFit:
    '「{asked}」に一致する{what, select, subscription {購読} digest {ダイジェスト}}が複数あります：{names}。',
  noneFits:
    '「{asked}」に一致する{what, select, subscription {購読} digest {ダイジェスト}}はありません。候補：{names}。',
  inOtherChannels: 'ほかのチャンネル：{names}。',
  noAlert: '「{asked}」に一致するアラートはありません。一覧は /mentions subscribe で見られます。',
  noChannel:
    'あなたに見えるチャンネルに {channel} はなく、「{asked}」に一致するアラートもありません。入力中に Slack が表示する候補からチャンネルを選んでください。',
  failed:
    '一部が完了しませんでした：{reason}。現在の状態を /mentions list と /mentions mutes で確認してください。',
  formRefused: 'Slack でフォームを開けませんでした（{reason}）。もう一度押してください。',

  // Mutes.
  nothingMuted: 'このチャンネルでミュートしているものはありません。',
  nothingMutedMenu:
    'ミュートしているものはありません。カードのメニュー ⋯ から、投稿者、サイト、ソースをミュートできます。',
  notMuted: '「{name}」はこのチャンネルでミュートされていません。 /mentions mutes で確認してください。',
  moreMutes: 'ほか {count, number} 件。どれも /mentions unmute NAME で解除できます。',
  moreMutesInChannel: 'ほか {count, number} 件（チャンネルで /mentions mutes ）',
  muted: '{name}（{kind, select, author {投稿者} source {ソース} domain {サイト} word {単語}}）',
  mutedUntil: '{until} までミュート',
  mutedForever: '解除するまでミュート',
  mutedBy: '設定：{person} さん',
  mutedUntilBy: '{mute} · {until} までミュート（{person} さんが設定）',
  mutedForeverBy: '{mute} · 解除するまでミュート（{person} さんが設定）',
  unmute: 'ミュート解除',
  mutes: 'ミュート',
  mutesOfChannel: 'チャンネルのミュート…',
  mutedIn: '<#{channel}> でのミュート',

  // Assigning and snoozing, and the forms of several mentions.
  assignTo: '割り当て…',
  assignMention: 'メンションを割り当て',
  assign: '割り当てる',
  person: '割り当てる相手',
  note: 'メモ',
  assignHint: '相手にメンションがダイレクトメッセージで届き、カードに担当者が表示されます。',
  'assignee-bot': 'アプリには割り当てられません。人を選んでください。',
  'assignee-unknown': '今は Slack でこの人を確認できません。1 分ほど待ってから、もう一度お試しください。',
  'assignee-may-not-read':
    'この人はこのアラートを見られません。投稿先のチャンネルのメンバーを選んでください。',
  snoozeMenu: 'スヌーズ…',
  snoozeMention: 'メンションをスヌーズ',
  snooze: 'スヌーズ',
  snoozeUntil: '期限',
  'snooze-1h': '1 時間',
  'snooze-4h': '4 時間',
  'snooze-tomorrow': '明日の 9:00',
  'snooze-working-day': '次の営業日',
  'snooze-monday': '次の月曜日の 9:00',
  snoozeHint:
    '時間になるとリマインダーが 1 回届き、メンションは未完了に戻ります。時刻はあなたのタイムゾーンです。',
  updateMentions: 'メンションを更新',
  untitled: 'メンション {id}',
  mentions: 'メンション',
  action: '操作',
  save: '保存',
  noNegativesLeft: 'まとめて投稿されたネガティブなメンションは、すべて担当者が決まっています。',
  claimedNegatives: 'ネガティブなメンション {claimed, plural, other {# 件}}の担当になりました。',
  negativesStillPosted:
    '{left, number} 件は投稿の途中のため、まだ担当できません。1 分ほど待ってから、もう一度押してください。',
  threadUnreadable:
    '今は Slack でこのスレッドを読み取れません（{reason}）。時間をおいて、もう一度試してください。',
  moreForm: 'その他',
  close: '閉じる',
  cancel: 'キャンセル',
  nothingFilledIn: 'いずれかを入力するか、「キャンセル」を押してください。',
  whyPosted: '投稿された理由',
  nothingToChoose: '選べるものはまだありません。',

  // The home tab.
  channelsUnknown:
    '今は、あなたが参加しているチャンネルを Slack から取得できません。そのため、チャンネルのメンションとアラートを表示できません。1 分ほど待ってから、このタブを開き直してください。',
  welcome: 'Overheard へようこそ',
  welcomeWhat:
    'Overheard は、ウェブや SNS であなたの会社について書かれたことを、Slack のチャンネルに投稿します。',
  welcomeAlert: '1. アラートを追加して、モニタリングする内容とチャンネルを選びます。',
  welcomeMention:
    '2. 新しいメンションは、そこに 1 回だけ投稿されます。誰が対応するかは、ボタンで示します（担当する、完了、割り当て…、スヌーズ…）。',
  welcomeList: '3. まだ誰も対応していないものは、緊急度の高い順にここに並びます。',
  runningSpikes: '{count, plural, other {発生中の急増}}',
  noLead: '対応の指揮をとる人がまだいません',
  lead: '{person} さんが対応を指揮中',
  openMessage: 'チャンネルで表示',
  allAlerts: 'すべてのアラート',
  alertsHere: '参加中のチャンネルのアラート',
  noAlertsHere:
    '参加中のチャンネルに投稿するアラートはありません。ほかのチャンネルには {elsewhere, plural, other {# 件}}あります。',
  page: '{page, number}/{pages, number} ページ',
  fromFile: 'メニューに「編集…」がないアラートは、設定ファイルで管理されています。',
  back: '戻る',
  moreAlerts: 'さらに表示',
  onlyMyChannels: '参加中のみ表示',
  showAllAlerts: '全 {total, number} 件を表示',
  documentation: 'ドキュメント',

  // Spikes.
  spikeNumbersLost: '「{alert}」：ディスクが消去されたため、この通知のもとになった数値は残っていません。',
  spikeBecause: '「{alert}」が急増しています：{reason}。',
  spikeAlso: 'さらに：{reason}。',
  spikeNegative:
    '過去 24 時間のネガティブの割合が {share}（判定済み {rated, number} 件中 {negative, number} 件）、普段は {usual}',
  spikeBursts:
    '30 分以内に{bursts, plural, other { # 回}}の集中があり、直近 1 時間のメンションが {mentions, plural, other {# 件}}、普段は {usual}',
  spikeMentions: '{minutes, number} 分間にメンションが {mentions, plural, other {# 件}}、普段は {usual}',
  spikeRuleNegative:
    'Overheard は、判定済みのメンションが {least, number} 件以上あり、ネガティブの割合が {points, number} ポイント以上上がり、それが偶然とは考えにくいときに急増を知らせます。',
  spikeRuleBursts:
    'Overheard は、30 分以内に {least, plural, other {# 回}}以上の集中があり、直近 1 時間のメンションが普段の {times} 倍以上のときに急増を知らせます。',
  spikeRuleMentions:
    'Overheard は、{minutes, number} 分間のメンションが {least, plural, other {# 件}}以上で、普段の {times} 倍以上のときに急増を知らせます。このアラートでどのくらい珍しいことかは、まだわかっていません。',
  spikeRuleOdds:
    'Overheard は、{minutes, number} 分間のメンションが {least, plural, other {# 件}}以上かつ普段の {times} 倍以上で、このアラートでは珍しいときに急増を知らせます。',
  spikeRarity:
    '{days, plural, =1 {偶然なら、ほぼ毎日起こります。} other {偶然なら、約 # 日に 1 回しか起こりません。}}',
  spikeNeverByChance: '偶然では、まず起こりません。',
  spikesCalled:
    '{days, plural, =1 {今日} other {過去 # 日間に}}、このルール（感度：{sensitivity}）が見つけたこのアラートの急増は {count, plural, other {# 回}}です。',
  spikesBefore:
    '過去 {days, number} 日間に、Overheard はここでこのアラートの急増を {count, plural, other {# 回}}知らせました。',
  falseAlarms: '{count, plural, other {うち # 回は誤検知でした}}。',
  strictNow:
    '誤検知があったため、{until}までは、件数が通常の基準の {times} 倍になったときだけ急増を知らせます。',
  stricter:
    '誤検知として記録しました。{until}までは、このチャンネルで「{alert}」の急増を知らせるのに、通常の {times} 倍の件数が必要です。',
  undoFalseAlarm: '元に戻す',
  asBefore: '元に戻しました。このチャンネルでは、これまでどおり「{alert}」の急増を知らせます。',
  lessStrict:
    '元に戻しました。{until}までは、このチャンネルで「{alert}」の急増を知らせるのに、通常の {times} 倍の件数が必要です。',
  otherFalseAlarms: 'ほかに誤検知が{count, plural, other { # 件}}あるためです。',
  spikeTooOld: '変更はありません。誤検知にできるのは、過去 {days, number} 日間の急増だけです。',
  status: '状況',
  statusHint: '急増の投稿で全員に見える 1 行です。例：5.3 をロールバック中です。空にすると削除されます。',
  updateStatus: '状況を投稿',
  noneUnclaimed: 'この急増のメンションは、すべて担当済み、完了、関連なしのいずれかです。',
  unclaimed: '{count, plural, other {この急増で未担当のメンションは # 件です}}',
  unclaimedThere: '未担当 {count, number} 件のメッセージ',
  othersInThread: 'ほかのメンションは、同じスレッドに続きます。',

  // Answers to /mentions-stats.
  statsHelp:
    '*`/mentions-stats [alert] [period] [options]`* で、アラートの状況を表示します。結果はあなただけに見えます。',
  statsHelpAlert:
    '• *alert*: 名前、その一部、または ID。"today" のような期間を表す語を含むときは引用符で囲みます（省略時：このチャンネルのアラート）',
  statsHelpPeriod:
    '• *period*: `7d`, `30d` （省略時）, `90d`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `2026-10`, `2026-10-01..2026-10-31`',
  statsHelpCompare:
    '• *compare*: `Acme vs Rival` のように 3 アラートまで比較。期間とソースも指定できます。 `versus`, `,`, `and` も使えます',
  statsHelpOptions:
    '• *options*: `by:day`, `by:week`, `by:month` のいずれか、 `source:reddit,web`, `show:more`',
  statsHelpSources: 'ソース：{sources}。日付は、メンションサービスの集計に合わせて UTC です。',
  statsHelpExample: '例： `{command}`',
  example: '例： {command}',
  gettingNumbers: '数値を取得しています…',
  statsHeading: '{alert}、{period}',
  statsHeadingSources: '{alert}、{period}、{sources} のみ',
  noCounts: '今はメンション数を取得できません',
  netSentiment: 'ポジネガ差：{words}',
  widestReach: 'リーチの大きい順',
  widestReachList: 'リーチの大きい順：\n{mentions}',
  noTotals:
    'このアラートには合計とグラフがありません。リードを集めるアラートですが、メンションサービスが集計するのはメンションだけです。',
  rangeInUtc: '{range}。日付は UTC です。',
  listMissing: '取得できなかったもの：リーチの大きいメンション（{reason}）',
  noMentions: 'この期間にメンションはありません',
  kind: '{kind, select, sources {ソース} countries {国} languages {言語} gender {性別} age {年齢層}}',
  kindInSentence:
    '{kind, select, sources {ソース} countries {国} languages {言語} gender {性別} age {年齢層}}',
  sharesOfSources:
    'ソースの割合：ソースがわかっているメンション {count, plural, other {# 件}}に対する割合です。',
  sharesOfPlaces:
    '{kinds}の割合：全メンション {count, plural, other {# 件}}に対する割合です。メンションサービスが示すのは、上位 {most, number} 件だけです。',
  sharesOfAuthors: '{kinds}の割合：プロフィールに記載がある投稿者に対する割合です。',
  top: '{kind, select, sources {最多のソース} countries {最多の国} languages {最多の言語} gender {性別} age {年齢層}}：{name}（{count, number} 件）',
  breakdown: '内訳',
  count: '件数',
  share: '割合',
  topics: 'トピック：{topics}',
  unnamed: '名前なし',
  customRange: '期間を指定',
  show: '表示',
  from: '開始日',
  to: '終了日',
  rangeHint: '日付は UTC で、両端の日を含みます。',
  comparison: '{alerts}、{period}',
  comparisonCounted: '{alerts}、{period}：メンション {counts} 件',
  countsCompared: '{first} 対 {next}',
  severalAlerts: '「{written}」に一致するアラートが複数あります。',
  whichOfThese: 'どれ{purpose, select, numbers {の数値を表示} comparison {を比較}}しますか？',
  whichAlert: 'どのアラート{purpose, select, numbers {の数値を表示} comparison {を比較}}しますか？',
  alertsLeft: 'ほか {left, number} 件はここに表示しきれません。コマンドにアラートの名前を書いてください。',
  chooseAlert: 'アラートを選択',
  rangeUnusable: 'この期間は使えません：{problem}。',
  notClear: '「{words}」を理解できません：{problem}。',
  'question-too-long': '長すぎます',
  'question-second-alert': 'アラートはすでに「{found}」が指定されています',
  'question-no-alert-after-vs': '後ろにアラートを書いてください',
  'question-same-alert': '「{found}」と同じアラートです',
  'question-too-many-alerts': '比較できるのは {most, number} アラートまでです',
  'question-granularity': 'by:day、by:week、by:month のいずれかを使ってください',
  'question-show': 'show:more を使ってください',
  'question-sources': '使えるソースは {sources} です',
  'question-one-period':
    'アラートのあとに、7d、yesterday、last month、2026-10 のように期間を 1 つ書いてください',
  'question-second-period': '期間はすでに {found} が指定されています',
  'question-no-period': '期間ではありません',
  'question-no-date': '{found} という日付はありません',
  'question-no-month': '{found} という月はありません',
  'question-no-days': '日数がありません',
  'question-backwards': '終了日が開始日より前です',
  'question-ten-years': '10 年を超えています',
  thisAlert: 'このアラート',
  leadsNotCompared:
    '「{alert}」は比較できません。リードを集めるアラートですが、メンションサービスが集計するのはメンションだけです。',
  noSuchAlert: '{names} に一致するアラートはありません。',
  eitherName: '{first} または {next}',
  periodsKnown:
    '期間は 7d、yesterday、this week、last month、2026-10、2026-10-01..2026-10-31 のように書いてください。',
  byPeriod: '{granularity, select, day {日別} week {週別} month {月別}}',
  alerts: 'アラート：{names}。',
  alertsAndMore: 'アラート：{names}、ほか {more, number} 件。',
  noAlerts: 'メンションサービスにアラートがありません。',
  statsFailed: '今は統計を表示できません：{reason}。',
  'retry-now': 'もう一度お試しください。今なら表示できるかもしれません。',
  'retry-later': '1 分ほど待ってから、もう一度お試しください。',
  'retry-useless': '先に修正が必要です。Overheard の管理者に相談してください。',
  statsTooOften:
    '1 分間に表示した統計が多すぎます。統計 1 回ごとに、Overheard が送れるリクエストを 10 件以上使います。{seconds, plural, other {# 秒}}待ってから、もう一度お試しください。',
  statsPosted: '数値をこのチャンネルに投稿しました。',
  statsNotInChannel:
    '数値を投稿できませんでした。Overheard がこのチャンネルに参加していません。招待してから（ /invite @overheard ）、もう一度押してください。',
  statsChannelUnseen:
    '数値を投稿できませんでした。このチャンネルが Overheard から見えません。招待してから（ /invite @overheard ）、もう一度押してください。',
  statsChannelArchived: '数値を投稿できませんでした。このチャンネルはアーカイブされています。',
  statsRejected: 'Slack がメッセージを拒否しました（{reason}）。1 分ほど待ってから、もう一度お試しください。',
  statsMaybePosted: 'Slack の応答がありません。もう一度押す前に、数値が投稿されたか確認してください。',
  female: '女性',
  male: '男性',
} as const

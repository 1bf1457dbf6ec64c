export const ja = {
  // Periods. Each follows the name of an alert.
  today: '今日',
  yesterday: '昨日',
  'this week': '今週',
  'last week': '先週',
  'this month': '今月',
  'last month': '先月',
  lastDays: '過去 {days, plural, other {# 日間}}',

  // Buttons and menus of an answer.
  customRange: '期間を指定…',
  allSources: 'すべてのソース',
  postToChannel: 'チャンネルに投稿',
  summary: '概要',
  breakdown: '内訳',

  // Figures, and what they were in the period before.
  figure: '{kind, select, mentions {メンション} reach {リーチ} negative {ネガティブ} positive {ポジティブ}}',
  mentions: 'メンション {count, plural, other {# 件}}',
  reach: 'リーチ {reach}',
  share: '{of, select, negative {ネガティブ} positive {ポジティブ}} {share}',
  noneRated: '判定なし',
  partOf: '{whole, number} 件中 {part, number} 件',
  rated: '判定済み {base}',
  noFigures: '今はメンション数を取得できません',
  noChange: '変化なし',
  noEarlierData: '前期間のデータなし',
  was: '前期間は {before}',
  wasOf: '前期間は {whole} 件中 {part} 件',
  wasInDays: '前期間は丸 {days, plural, other {# 日}}で {before}',
  changeVsDays: '丸 {days, plural, other {# 日間}}比 {change}',
  points: '{points, plural, other {#\u00a0pt}}',
  busiest: '最多：メンション {count, plural, other {# 件}}（{range}）',
  sentimentBars: '\u{1f44d} {positive} ポジティブ\n\u{1f44e} {negative} ネガティブ',
  alwaysNet: '常に {share}',
  netBetween: '最低 {lowest}、最高 {highest}、最新 {last}',
  net: '{net}（判定済みに占めるポジティブ − ネガティブ）',
  netByNewMethod:
    '{net}（判定済みに占めるポジティブ − ネガティブ）。{sign} {since} から新しい方法で判定しています',

  // Notes below the figures.
  compared: '期間：{range}、比較対象：{against}。',
  previousDays: '直前の {days, plural, other {# 日間}}',
  previousLonger: '{range}（{days, plural, other {# 日}}長い期間）',
  previousShorter: '{range}（{days, plural, other {# 日}}短い期間）',
  daysInUtc:
    '日付は UTC です{ahead, select, nothing {} today {（今日は途中までの数値）} later {（明日以降はこれから）} all {（どの日もこれから）}}。',
  byWeek: '週別です。最初と最後の週は一部だけの場合があります。',
  byMonth: '月別です。最初と最後の月は一部だけの場合があります。',
  missing: '取得できなかったもの：{names}（{reason}）',
  noData: 'データなし：{names}',
  total:
    '{total, select, mentions {メンション} sentiment {感情} reach {リーチ} countries {国} languages {言語} sources {ソース} topic_cloud {トピック} gender {性別} age {年齢層}}',
  overTime: '{series, select, mentions {メンション} sentiment {感情} reach {リーチ}}の推移',
  ofPeriodBefore: '前期間の{name}',
  periodBefore: '前期間',
  widestReach: 'リーチの大きいメンション',
  negativeMentions: 'ネガティブなメンション',
  limitReached: 'プランの上限に達しました（{name}）。新しいメンションが欠けている可能性があります',
  limitReachedUntil:
    '{until}までプランの上限に達しています（{name}）。新しいメンションが欠けている可能性があります',

  // Charts.
  mentionsPer: 'メンション（{granularity, select, day {日別} week {週別} month {月別}}）',
  mentionsEvery:
    'メンション（{granularity, select, day {{count, plural, other {# 日}}} week {{count, plural, other {# 週間}}} month {{count, plural, other {# か月}}}}ごと）',
  meanMentionsPer: 'メンション（{granularity, select, day {1 日} week {1 週間} month {1 か月}}平均）',
  newerSentiments: '{title}、{sign} 新しい感情判定',
  unnamed: '名前なし',

  // Comparisons.
  versus: '{first} 対 {next}',
  alert: 'アラート',
  shareColumn: '割合',
  changeColumn: '前期間比',
  shareOfReach: 'リーチの割合',
  netSentiment: 'ポジネガ差',
  unnamedAlert: '名前のないアラート',
  noStatistics: '{alert}：統計なし（{reason}）',
  noAlertData: 'データなし',
  unknown: '不明',
  netSentimentOf: 'ポジネガ差 {net}',
  netWas: '{net}（前期間は {before}）',
  noMentionCount: 'メンション数を取得できません',
  sourcesAll: 'すべてのソース。',
  sourcesOnly: '{sources} のみ。',
  countedInEach:
    '複数のアラートが見つけたメンションは、それぞれで数えます。チャンネルのフィルターとミュートは反映されません。',
  netExplained:
    'ポジネガ差：感情を判定できたメンション（{rated}）に占める、ポジティブとネガティブの割合の差。',
  sharesOf: '割合の母数：{sums}（{alerts}）。',
  sharesOfBoth: '割合の母数：{mentions}（{alerts}）、{reach}（{others}）。',
  theseAlerts: 'アラート {all, plural, other {# 件}}',
  someOfThese: 'アラート {all, plural, other {# 件}}のうち {known, plural, other {# 件}}',
  allMissing: '取得できなかったもの：「{alert}」のすべての数値（{reason}）。',
  figureMissing:
    '取得できなかったもの：「{alert}」の{figure, select, mentions {メンション} reach {リーチ} sentiment {感情}}（{reason}）。',
} as const

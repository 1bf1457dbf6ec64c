export const ja = {
  // Buttons, and the titles of the modals that they open.
  allNumbers: 'すべての数値',
  notPosted: '投稿されなかったもの',
  eachAlert: 'アラート別に表示',
  back: '前のページ',
  more: '次のページ',
  page: '{page, number}/{pages, number} ページ',

  // The digest.
  'heading-day': '日次ダイジェスト（{range}）',
  'heading-week': '週次ダイジェスト（{range}）',
  'heading-month': '月次ダイジェスト（{range}）',
  'heading-other': 'ダイジェスト（{range}）',
  alert: 'アラート',
  figure:
    '{figure, select, mentions {メンション} reach {リーチ} negative {ネガティブ} positive {ポジティブ} neutral {ニュートラル}}',
  'details-channel': '各アラートの詳細はスレッドに ↓',
  'details-asker': 'プレビューです。実際の投稿では、各アラートの詳細がスレッドに続きます。',
  compared: '比較対象：{previous}。日付は UTC です。',
  moreAlerts: 'ほかのアラート {count, plural, other {# 件}}は「すべての数値」にあります。',
  stillOpen: 'このチャンネルの未完了は全部で {total, number} 件',
  stillOpenMost: 'このチャンネルの未完了は全部で {total, number} 件。特に緊急なもの：',
  nothing: '{heading}：メンションはありません。',
  nothingFor: '{heading}：「{alert}」のメンションはありません。',
  answered: 'ネガティブな投稿 {of, plural, other {# 件}}中 {done, number} 件が対応済み',
  unnamedAlert: '名前のないアラート',
  noData: 'データなし',
  unknown: '不明',
  unknownBecause: '不明（{reason}）',
  noStatistics: '{alert}：統計なし',
  noStatisticsBecause: '統計なし（{reason}）',
  noMentionCount: 'メンション数を取得できません',
  widestReach: 'リーチの大きい順',
  otherNegative: 'その他のネガティブなメンション',
  negativeWidest: 'ネガティブなメンション（リーチの大きい順）',
  places: '掲載先 {places, plural, other {# か所}}',

  // News of an alert. `alert` is its name.
  newsNoStatistics: '{alert}：統計なし（{reason}）',
  newsNoCount: '{alert}：今はメンション数を取得できません',
  newsNone: '{alert}：メンションなし',
  newsNoneChanged: '{alert}：メンションなし（{change}）',
  news: '{alert}：{details}',
  mentions: 'メンション {count, plural, other {# 件}}',
  mentionsThan:
    'メンション {count, plural, other {# 件}}（{length, select, day {前日} week {前週} month {前月} other {前期間}}より {share} {direction, select, more {増} fewer {減}}）',
  negativeThan: 'ネガティブ {share}（前は {before}）',
  mostOn: '最多は{day}の {count, number} 件',
  and: '{one}、{other}',
  busiestDay: '最も多かったのは{day}（{count, plural, other {# 件}}）です。',
  busiestDays: '最も多かったのは{days}（各 {count, plural, other {# 件}}）です。',
  sourceMoved:
    'ソース別で最も変化したのは {source}：{to, plural, other {# 件}}（前期間は {from, number} 件）。',
  countryMoved: '国別：{country} {to, plural, other {# 件}}（前期間は {from, number} 件）。',
  turnedPositive: '前期間とは逆に、ポジティブがネガティブを上回りました。',
  turnedNegative: '前期間とは逆に、ネガティブがポジティブを上回りました。',
  shareRose: 'ネガティブの割合が {from} から {to} に上がりました。',
  shareFell: 'ネガティブの割合が {from} から {to} に下がりました。',
  newTopics: '新しいトピック：{topics}。',

  newsOfAll:
    'アラート {alerts, plural, other {# 件}}でメンション {mentions, plural, other {# 件}}、最多は {alert}（{count, number} 件）',
  newsOfAllOne:
    'アラート {alerts, plural, other {# 件}}でメンション {mentions, plural, other {# 件}}、すべて {alert} のもの',
  newsOfAllNone: 'アラート {alerts, plural, other {# 件}}でメンションなし',
  newsNoCounts: '今はアラート {alerts, plural, other {# 件}}のメンション数を取得できません',
  newsOnly: '{news}。',
  newsAndOpen: '{news}。{open}。',

  // What people did with negative posts: the end of the sentence above.
  allClosed:
    'このチャンネルに投稿されたネガティブなメンション {of, plural, other {# 件}}に、未完了のものはありません',
  someOpen:
    'このチャンネルに投稿されたネガティブなメンション {of, plural, other {# 件}}のうち {open, plural, other {# 件}}が未完了です',
  claimedAndClosed:
    '通常、投稿から {claim}以内に担当が決まり、{close}以内に対応済みになっています（中央値）。',
  claimedWithin: '通常、投稿から {claim}以内に担当が決まっています（中央値）。',
  closedWithin: '通常、投稿から {close}以内に対応済みになっています（中央値）。',
  byPeople: '{people}。',
  personClosed: '{person} さんが {closed, number} 件対応',
  personHas: '{person} さんが {holding, number} 件担当中',
  personClosedAndHas: '{person} さんが {closed, number} 件対応、{holding, number} 件担当中',
  othersDid: '残りはほか {count, plural, other {# 人}}',
  corrected:
    'このチャンネルの投稿 {of, plural, other {# 件}}のうち {count, number} 件の感情が修正されました。ネガティブの割合は、メンションサービスの判定によるものです。',
  openFor: '未完了のまま {time}',
  heldBy: '{person} さんが{state, select, claimed {担当} snoozed {スヌーズ中}}',
  assignedTo: '{person} さんに割り当て',
  doneBy: '✓ {person} さんが {time}で完了',
  handledForgotten: 'ネガティブな投稿への対応件数の記録は、もう残っていません。',
  handledNow:
    'ネガティブな投稿 {of, plural, other {# 件}}のうち {done, number} 件が、現在対応済み（完了または関連なし）です{done, plural, other {}}。',

  // All numbers.
  allNumbersOf: 'すべての数値（{range}）',
  numbersCompared: '比較対象：{previous}。公開日（UTC）で集計した現時点の数値です。',
  noFigures: '数値なし',
  total: '合計',
  bySource: 'ソース別',
  byCountry: '国別',
  figureUnknown:
    '{figure, select, mentions {メンション} reach {リーチ} negative {ネガティブ} positive {ポジティブ} neutral {ニュートラル}}：不明（{reason}）',
  beforeUnknown: '{now, number}（前期間：不明）',
  noEarlierData: '{now, number}（前期間のデータなし）',
  noChange: '{now, number}（変化なし）',
  was: '{now, number}（前期間は {before, number}）',
  wasChanged: '{now, number} {change}（前期間は {before, number}）',
  outsideNow: '上位 {most, number} 件の圏外（前期間は {before, number}）',
  outsideBefore: '{now, number}（前期間は上位 {most, number} 件の圏外）',
  others: 'その他 {count, plural, other {# 件}}',
  unnamed: '名前なし',

  // Mentions that were not posted.
  notPostedTitle: '投稿されなかったもの：{range}',
  everythingPosted: '投稿されなかったもの：{range}。すべて投稿されました。',
  notPostedNote:
    '現在の状態です。ダイジェストのあとに投稿されたものもあります。メンションは Overheard が見つけた日（UTC）で数えています。',
  notPostedForgotten: '{range} に投稿されなかったメンションの一覧は、もう残っていません。',
  keptFor: 'Overheard での保存期間は {days, plural, other {# 日間}}です。',
  waiting: '投稿待ち {count, number} 件',
  rejected: 'Slack が拒否 {count, number} 件',
  muted: 'ミュート {count, number} 件',
  mutedOf:
    '{kind, select, author {ミュート中の投稿者 {count, number} 件} source {ミュート中のソース {count, number} 件} domain {ミュート中のサイト {count, number} 件} word {ミュート中の単語 {count, number} 件} other {ミュート {count, number} 件}}',
  duplicates: '重複 {count, number} 件',
  filteredBy: 'フィルターで除外 {count, number} 件（{rule}）',
  filteredByRules: 'フィルターで除外 {count, number} 件（{rules}）',
  byRule: '{rule} {count, number} 件',
  byOtherRules: 'その他のルール {count, number} 件',
  slackRejected: 'Slack が拒否しました（{reason}）',
  latest: '最新のもの：',
  countOf: '{value}：{count, number} 件',
  countMutedBy: '{value}：{count, number} 件（{person} さんがミュート）',
  countOfOthers: 'その他：{count, number} 件',
  thisPost: 'この投稿',
  onePost: '1 つの投稿',
  mention: 'メンション {id}',
  foundNothing: 'この期間、このチャンネル向けの新しいメンションは見つかりませんでした。',
  left: '投稿されなかったもの：{found, plural, other {# 件}}中 {left, number} 件。{reasons}。',
  posted:
    '投稿済み：{shown, number} 件{inBursts, plural, =0 {} other {、うち # 件は複数まとめた投稿}}{own, plural, =0 {} other {、うち # 件は自社の投稿}}。',
  postedAll:
    '投稿済み：{found, plural, =1 {唯一のメンション} other {全 # 件}}{inBursts, plural, =0 {} other {、うち # 件は複数まとめた投稿}}{own, plural, =0 {} other {、うち # 件は自社の投稿}}。',
} as const

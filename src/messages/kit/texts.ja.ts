export const ja = {
  positive: 'ポジティブ',
  negative: 'ネガティブ',
  neutral: 'ニュートラル',
  // Within a sentence.
  isPositive: 'ポジティブ',
  isNegative: 'ネガティブ',
  isNeutral: 'ニュートラル',
  // Sources that have no name of their own.
  web: 'ウェブ',
  newsAndBlogs: 'ニュース・ブログ',
  // The keys of filters. A key whose word is not in everyday language has another one here.
  source: 'ソース',
  language: '言語',
  country: '国',
  sentiment: '感情',
  reach: 'リーチ',
  audience: '投稿者のオーディエンス',
  starred: 'スター',
  done: '完了フラグ',
  tag: 'タグ',
  author: '投稿者',
  domain: 'ドメイン',
  text: 'テキスト',
  unknown:
    '{key, select, source {ソース} language {言語} country {国} sentiment {感情} reach {リーチ} audience {オーディエンス} starred {スター} done {完了フラグ} tag {タグ} author {投稿者} domain {ドメイン} text {テキスト}}不明',
  reachOf: 'リーチ {count}',
  audienceOf: 'オーディエンス {count}',
  inQuotes: '「{words}」',
  // Rules that assign mentions.
  others: '{count, plural, other {ほか # 人}}',
  away: '不在：{people}{count, plural, other {}}',
  turn: 'この人の番',
  assignedTo:
    'ルールにより {person} さんに割り当て（{about}）{turn, select, no {} yes {：この人の番} away {：この人の番（不在：{away}）{count, plural, other {}}}}',
  assignedToNobody: 'ルールによる割り当て先なし（{about}）：リストに担当できる人がいません',
  assignedToNobodyAway: 'ルールによる割り当て先なし（{about}）：不在は {people}{count, plural, other {}}',
  somebody: '名前不明',
  // Slack fills in what is in braces, in the time zone of the reader.
  date: "'{date_short_pretty}' '{time}'",
  unknownTime: '時刻不明',
  noAddress: 'URL なし',
  // How parts of a text stand beside each other.
  labelled: '{label}：{value}',
  withNote: '{fact}（{note}）',
  ended: '{sentence}。',
  nextSentence: '{before}{after}',
  didYouMean: '{sentence} もしかして{names}ですか？',
  or: '{one}または{other}',
} as const

export const ja = {
  shortHelp: '*投稿済みのメンションを探す*: `/mentions 検索 WORDS`',
  help: '• `find WORDS`: 参加中のチャンネルに投稿されたメンションを検索（新しい順）',
  found:
    '参加中のチャンネルで、過去 {days, plural, other {# 日間}}の「{words}」を含むメンション {total, plural, other {# 件}}：',
  newest:
    '参加中のチャンネルで、過去 {days, plural, other {# 日間}}の「{words}」を含むメンション {total, plural, other {# 件}}。最新の {shown, number} 件：',
  inSlack: 'Slack で見る',
  noWords:
    '検索する語を書いてください： /mentions find login error 。引用符で囲むと、ひと続きの語として検索します。',
  tooMany: '/mentions find で使えるのは {most, number} 語までです。「{words}」は検索できません。',
  running: '前回の検索がまだ終わっていません。',
  nothing: '過去 {days, plural, other {# 日間}}、参加中のチャンネルに「{words}」を含む投稿はありません。',
} as const

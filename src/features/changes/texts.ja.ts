export const ja = {
  help: '• `changes [all] [7d]`: 誰が Slack で何を変更したか（このチャンネル、または参加中のすべてのチャンネル）',
  title: 'Slack での変更',
  damagedName: 'Slack での変更',
  damaged: 'これらの変更は有効ですが、 `/mentions changes` には表示されません。',
  everywhere: 'すべてのチャンネル',
  notUnderstood:
    '/mentions changes に付けられるのは、all と {mostDays, plural, other {# 日}}までの期間（7d など）です。「{words}」は使えません。',
  none: '過去 {days, plural, other {# 日間}}、{place, select, channel {このチャンネル} channels {参加中のチャンネル}}には、あなたが見られる Slack での変更はありません。',
  headline:
    '{place, select, channel {このチャンネル} channels {参加中のチャンネル}}について Slack で行われた変更：過去 {days, plural, other {# 日間}}に {total, plural, other {# 件}}',
  newest: '最新の {shown, number} 件です。ほかを見るには、期間を短くしてください。',
  line: '{at} · {person} さん：{what}',
  lineOfChannel: '{at} · {channel} · {person} さん：{what}',
  tableTitle: '変更の記録',
  row: '変更',
  rows: '変更 {total, plural, other {# 件}}',
} as const

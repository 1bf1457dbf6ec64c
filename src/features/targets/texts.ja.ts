export const ja = {
  or: '{some} または {last}',
  not: '{key} 以外',
  from: '{key} {from} 以上',
  upTo: '{key} {to} 以下',
  between: '{key} {from} ～ {to}',
  workingDays: '{days, plural, other {# 営業日}}',
  noneYet: '{allowed}以内に{what, select, claim {担当} done {完了}}：まだなし',
  noneYetButLeft:
    '{allowed}以内に{what, select, claim {担当} done {完了}}：まだなし、期限前 {left, plural, other {# 件}}',
  kept: '{allowed}以内に{what, select, claim {担当} done {完了}}：{of, number} 件中 {kept, number} 件（中央値 {p50}、90 パーセンタイル {p90}）',
  keptAndLeft:
    '{allowed}以内に{what, select, claim {担当} done {完了}}：{of, number} 件中 {kept, number} 件（中央値 {p50}、90 パーセンタイル {p90}）、ほかに期限前 {left, plural, other {# 件}}',
  notYet: 'まだなし',
  target: '目標（{condition}）：{figures}。',
  workingTime: '時間は営業時間で数えています。',
} as const

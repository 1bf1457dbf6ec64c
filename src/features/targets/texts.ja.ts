export const ja = {
  or: '{some} または {last}',
  not: '{key} 以外',
  from: '{key} {from} 以上',
  upTo: '{key} {to} 以下',
  between: '{key} {from} ～ {to}',
  workingDays: '{days, plural, other {# 営業日}}',
  noneYet:
    '{allowed}以内に{what, select, claim {担当} done {完了}}：{left, plural, =0 {まだなし} other {期限前 # 件}}。',
  kept: '{allowed}以内に{what, select, claim {担当} done {完了}}：{of, number} 件中 {kept, number} 件が期限内{late, plural, =0 {} other {、# 件が遅れ}}{left, plural, =0 {} other {、ほかに期限前 # 件}}。',
  half: 'その半数は {p50}以内でした。',
  halfAndMost: 'その半数は {p50}以内、90% は {p90}以内でした。',
  target: '目標（{condition}）',
  workingTime: '営業時間だけを数えます。',
} as const

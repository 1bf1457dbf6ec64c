export const ja = {
  openMessage: 'チャンネルで表示',
  done: '完了',
  snooze: 'スヌーズ…',
  assignedWithNote: '割り当て：{day}、メモ：「{note}」',
  noteFrom: '{person} さんのメモ：「{note}」',
  assigned: '{person} さんがあなたに割り当てました',
  overdue: 'まだ未完了です：{person} さんがあなたに割り当てました',
  overdueForOther: 'まだ未完了です：あなたが {holder} さんに割り当てました',
  assignedOn: '割り当て：{day}',
  snoozeEnded: 'スヌーズが終わり、未完了に戻りました',
} as const

export const ja = {
  headline:
    '{what, select, stopped {投稿が止まっています：{subjects}} refused {投稿できなかったメンションがあります：{subjects}} missed {新しいメンションを取りこぼしています：{subjects}} damaged {保存データが壊れています：{subjects}} repeated {2 つの Overheard が投稿しています：{subjects}} repeatsOver {投稿する Overheard が 1 つに戻りました：{subjects}} resumed {復旧しました：{subjects}}}',
  inChannel: '{name}（{channel}）',
  comma: '、',
  andMore: '{subjects}、ほか {more, number} 件',
  why: '理由：{reason}',
  whatToDo: '対処：{whatToDo}',
  others: 'ほか {count, plural, other {# 件}}は /status を確認してください。',
  nothingLost: 'メンションが失われることはありません。Overheard は止まったところから再開します。',
  restGoesOn: 'ほかはすべて通常どおりです。',
} as const

export const ja = {
  headline:
    '{what, select, stopped {停止しています：{subjects}} cannotPost {投稿できません：{subjects}} refused {投稿できなかったメンションがあります：{subjects}} missed {新しいメンションが投稿されていません：{subjects}} damaged {保存データが壊れています：{subjects}} repeated {Overheard が 2 つ動いているため、メンションが重複することがあります：{subjects}} repeatsOver {動いている Overheard は 1 つに戻りました：{subjects}} resumed {復旧しました：{subjects}}}',
  inChannel: '{name}（{channel}）',
  comma: '、',
  andMore: '{subjects}、ほか {more, number} 件',
  forward: '別の人が Overheard を管理している場合は、この内容を転送してください。',
  why: '理由：{reason}',
  whatToDo: '対処：{whatToDo}',
  others: 'ほか {count, plural, other {# 件}}は /status を確認してください。',
  nothingLost: 'メンションが失われることはありません。Overheard は止まったところから再開します。',
  restGoesOn: 'ほかはすべて通常どおりです。',
  since: '{at} から',
} as const

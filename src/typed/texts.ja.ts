export const ja = {
  ambiguous: '「{written}」は {first} と {second} のどちらの意味にもなります。',
  unknown: '「{written}」を日時として認識できません。',
  passed: '「{written}」はもう過ぎています。',
  'too-far': '「{written}」は 1 年より先の日時です。',
  'no-such-date': '「{written}」は存在しない日付です。',
  'ends-first': '「{written}」は開始より前に終わります。',
} as const

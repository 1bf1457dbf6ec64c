export const ja = {
  title: '元の投稿は削除済み',
} as const

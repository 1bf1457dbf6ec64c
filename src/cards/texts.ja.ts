export const ja = {
  alsoFound: '{count, plural, other {ほかに # 件見つかりました}}',
} as const

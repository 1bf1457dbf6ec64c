export const pt = {
  title: 'Excluída na fonte',
} as const

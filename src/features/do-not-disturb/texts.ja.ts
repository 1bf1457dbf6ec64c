export const ja = {
  notPermitted:
    'アプリに権限 dnd:read がないため、おやすみモードの人も呼び出されます（アプリを再インストールしてください）',
} as const

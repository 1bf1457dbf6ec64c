export const en = {
  notPermitted:
    'People with do-not-disturb are called as well, because the app lacks the permission dnd:read (reinstall it)',
} as const

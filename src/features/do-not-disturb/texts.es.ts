export const es = {
  notPermitted:
    'También se avisa a las personas en No molestar, porque a la aplicación le falta el permiso dnd:read (reinstálala)',
} as const

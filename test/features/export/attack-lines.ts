import { type Line, mentions, named, of, tells } from '../../permissions/attack-kit.ts'

export const lines: Line[] = of('command /mentions', [
  'export',
  'read',
  mentions((on) => `export ${named('watch', on)}`),
  tells,
])

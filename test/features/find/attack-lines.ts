import { type Line, mentions, of, tells } from '../../permissions/attack-kit.ts'

export const lines: Line[] = of('command /mentions', [
  'find',
  'read',
  // The answer repeats what was asked, so this is no word that only some may see. It has the ten newest mentions, so that of all asks for its author.
  mentions(({ name }) => (name === 'own' ? 'find Kim Lee' : 'find of')),
  tells,
])

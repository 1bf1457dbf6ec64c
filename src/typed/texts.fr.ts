export const fr = {
  ambiguous: '« {written} » peut signifier {first} ou {second}.',
  unknown: '« {written} » n’est pas un moment qu’Overheard comprend.',
  passed: '« {written} » est déjà passé.',
  'too-far': '« {written} » est dans plus d’un an.',
  'no-such-date': '« {written} » n’existe dans aucun calendrier.',
  'ends-first': '« {written} » finit avant de commencer.',
} as const

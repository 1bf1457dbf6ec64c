export const es = {
  ambiguous: '“{written}” puede significar {first} o {second}.',
  unknown: '“{written}” no es una hora o fecha que Overheard entienda.',
  passed: '“{written}” ya ha pasado.',
  'too-far': 'Falta más de un año para “{written}”.',
  'no-such-date': '“{written}” no existe en el calendario.',
  'ends-first': '“{written}” termina antes de empezar.',
} as const

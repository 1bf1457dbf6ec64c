export const pt = {
  ambiguous: '“{written}” pode significar {first} ou {second}.',
  unknown: 'O Overheard não reconhece “{written}” como data ou hora.',
  passed: '“{written}” já passou.',
  'too-far': '“{written}” é daqui a mais de um ano.',
  'no-such-date': '“{written}” não existe em nenhum calendário.',
  'ends-first': '“{written}” termina antes de começar.',
} as const

export const pt = {
  shortHelp: '*Reencontrar uma menção publicada*: `/mentions buscar WORDS`',
  help: '• `find WORDS`: as menções publicadas mais recentes com essas palavras, nos canais em que você está',
  found:
    '{total, plural, one {# menção} other {# menções}} com “{words}” nos seus canais {days, plural, one {nas últimas 24 horas} other {nos últimos # dias}}:',
  newest:
    '{total, plural, one {# menção} other {# menções}} com “{words}” nos seus canais {days, plural, one {nas últimas 24 horas} other {nos últimos # dias}}. As {shown, number} mais recentes:',
  inSlack: 'no Slack',
  noWords: 'Escreva as palavras a procurar: /mentions find login error. Palavras entre aspas ficam juntas.',
  tooMany: '/mentions find aceita no máximo {most, number} palavras, e não “{words}”.',
  running: 'Sua última busca ainda não terminou.',
  nothing:
    'Nada com “{words}” foi publicado {days, plural, one {nas últimas 24 horas} other {nos últimos # dias}} nos canais em que você está.',
} as const

export const de = {
  shortHelp: '*Eine gepostete Erwähnung wiederfinden*: `/mentions finden WORDS`',
  help: '• `find WORDS`: die neuesten geposteten Erwähnungen mit diesen Wörtern, in deinen Channels',
  found:
    '{total, plural, one {# Erwähnung} other {# Erwähnungen}} mit „{words}“ in deinen Channels aus {days, plural, one {den letzten 24 Stunden} other {den letzten # Tagen}}:',
  newest:
    '{total, plural, one {# Erwähnung} other {# Erwähnungen}} mit „{words}“ in deinen Channels aus {days, plural, one {den letzten 24 Stunden} other {den letzten # Tagen}}. Die neuesten {shown, number}:',
  inSlack: 'in Slack',
  noWords:
    'Gib die gesuchten Wörter an: /mentions find login error. Wörter in Anführungszeichen bleiben zusammen.',
  tooMany: 'Nach /mentions find können höchstens {most, number} Wörter stehen, nicht „{words}“.',
  running: 'Deine letzte Suche läuft noch.',
  nothing:
    'Mit „{words}“ wurde {days, plural, one {in den letzten 24 Stunden} other {in den letzten # Tagen}} in deinen Channels nichts gepostet.',
} as const

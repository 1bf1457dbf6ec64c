export const fr = {
  shortHelp: '*Retrouver une mention publiée* : `/mentions chercher MOTS`',
  help: '• `find MOTS` : les dernières mentions publiées contenant ces mots, dans les canaux dont vous êtes membre',
  found:
    '{total, plural, one {# mention} other {# mentions}} avec « {words} » dans vos canaux en {days, plural, one {# jour} other {# jours}} :',
  newest:
    '{total, plural, one {# mention} other {# mentions}} avec « {words} » dans vos canaux en {days, plural, one {# jour} other {# jours}}. Les {shown, number} dernières :',
  inSlack: 'dans Slack',
  noWords:
    'Écrivez les mots à chercher : /mentions find login error. Les mots entre guillemets restent ensemble.',
  tooMany: '/mentions find prend au plus {most, number} mots, pas « {words} ».',
  running: 'Votre dernière recherche n’est pas terminée.',
  nothing:
    'Rien n’a été publié avec « {words} » {days, plural, one {ces dernières 24 heures} other {ces # derniers jours}} dans les canaux dont vous êtes membre.',
} as const

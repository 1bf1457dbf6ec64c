export const fr = {
  helpList: '• `list`, `status` : les alertes de ce canal, et si elles sont à jour',
  helpWhy: '• `why LIEN` ou `why MOTS` : pourquoi une mention a été publiée ici, ou pas',
  shortHelpWhy: '*Voir pourquoi une mention a été publiée, ou pas* : `/mentions pourquoi LIEN`',
  helpPreview:
    '• `preview [nom]`, `test [nom]` : un exemple de message et le nombre à prévoir, ou seulement l’exemple (visible par vous uniquement)',
  addLink: 'Ajoutez le lien d’une mention, par exemple : /mentions why https://news.example/1',
  headline:
    '{count, plural, one {# abonnement} other {# abonnements}} {whose, select, personal {pour vous} channel {dans ce canal}}',
  fromFile:
    'Se gère dans le fichier de configuration. Pour le modifier, adressez-vous à un administrateur d’Overheard.',
  someFromFile:
    'Dans le fichier de configuration : {names}. Pour une modification, adressez-vous à un administrateur d’Overheard.',
  manyFromFile:
    'Dans le fichier de configuration : {names} et d’autres. Pour une modification, adressez-vous à un administrateur d’Overheard.',
  more: '{count, number} de plus dans l’onglet Accueil.',
  limitReached:
    'La limite mensuelle du forfait est atteinte : pas de nouvelles mentions avant son renouvellement.',
  onTime: 'À l’heure',
  waiting: '{count, plural, one {# mention attend} other {# mentions attendent}} d’être publiées.',
  waitingOrMore:
    'Environ {count, plural, one {# mention} other {# mentions}} ou plus attendent d’être publiées.',
  maybeWaiting: 'Des mentions sont peut-être en attente.',
  waitingUnknown: 'Les mentions en attente ne peuvent pas être comptées pour l’instant.',
  late: 'Les vérifications ont {minutes, number} min de retard.',
} as const

export const fr = {
  // Periods. Each follows the name of an alert.
  today: 'aujourd’hui',
  yesterday: 'hier',
  'this week': 'cette semaine',
  'last week': 'semaine dernière',
  'this month': 'ce mois-ci',
  'last month': 'mois dernier',
  lastDays: '{days, plural, one {dernier jour} other {# derniers jours}}',

  // Buttons and menus of an answer.
  customRange: 'Personnalisée…',
  allSources: 'Toutes les sources',
  postToChannel: 'Publier dans le canal',
  summary: 'Résumé',
  breakdown: 'Répartition',

  // Figures, and what they were in the period before.
  figure: '{kind, select, mentions {Mentions} reach {Portée} negative {Négatives} positive {Positives}}',
  mentions: '{count, plural, one {# mention} other {# mentions}}',
  reach: '{reach} de portée',
  share: '{share} de {of, select, negative {négatives} positive {positives}}',
  noneRated: 'aucune évaluée',
  partOf: '{part, number} sur {whole, number}',
  rated: '{base} évaluées',
  noFigures: 'nombre de mentions indisponible pour l’instant',
  noChange: 'inchangé',
  noEarlierData: 'pas de données antérieures',
  was: 'avant : {before}',
  wasOf: 'avant : {part} sur {whole}',
  wasInDays:
    'avant : {before} en {days, plural, =1 {un jour complet} one {# jour complet} other {# jours complets}}',
  changeVsDays:
    '{change} par rapport à {days, plural, =1 {un jour complet} one {# jour complet} other {# jours complets}}',
  points: '{points, plural, one {#\u00a0pt} other {#\u00a0pts}}',
  busiest: 'Maximum : {count, plural, one {# mention} other {# mentions}}, {range}',
  sentimentBars: '\u{1f44d} {positive} positives\n\u{1f44e} {negative} négatives',
  alwaysNet: 'toujours {share}',
  netBetween: 'minimum {lowest}, maximum {highest}, dernière valeur {last}',
  net: '{net} (positives moins négatives, parmi les évaluées)',
  netByNewMethod:
    '{net} (positives moins négatives, parmi les évaluées). {sign} évaluation par une méthode plus récente depuis le {since}',

  // Notes below the figures.
  compared: 'Comparaison : {range} et {against}.',
  previousDays:
    '{days, plural, =1 {le jour précédent} one {le jour précédent} other {les # jours précédents}}',
  previousLonger: '{range}, soit {days, plural, one {# jour} other {# jours}} de plus',
  previousShorter: '{range}, soit {days, plural, one {# jour} other {# jours}} de moins',
  daysInUtc:
    'Les jours sont en UTC{ahead, select, nothing {} today { ; aujourd’hui est incomplet} later { ; les jours après aujourd’hui sont encore à venir} all { ; tous ces jours sont encore à venir}}.',
  byWeek: 'Par semaine ; la première et la dernière peuvent être incomplètes.',
  byMonth: 'Par mois ; le premier et le dernier peuvent être incomplets.',
  missing: 'Manquent : {names} ({reason})',
  noData: 'Pas de données : {names}',
  total:
    '{total, select, mentions {mentions} sentiment {tonalité} reach {portée} countries {pays} languages {langues} sources {sources} topic_cloud {thèmes} gender {sexe} age {âge}}',
  overTime:
    '{series, select, mentions {évolution des mentions} sentiment {évolution de la tonalité} reach {évolution de la portée}}',
  ofPeriodBefore: '{name} de la période précédente',
  periodBefore: 'la période précédente',
  widestReach: 'les mentions à la plus grande portée',
  negativeMentions: 'les mentions négatives',
  limitReached: 'La limite du forfait est atteinte ({name}) : des mentions récentes peuvent manquer',
  limitReachedUntil:
    'La limite du forfait est atteinte jusqu’au {until} ({name}) : des mentions récentes peuvent manquer',

  // Charts.
  mentionsPer: 'Mentions par {granularity, select, day {jour} week {semaine} month {mois}}',
  mentionsEvery:
    'Mentions par tranche de {granularity, select, day {{count, plural, one {# jour} other {# jours}}} week {{count, plural, one {# semaine} other {# semaines}}} month {{count, plural, one {# mois} other {# mois}}}}',
  meanMentionsPer: 'Moyenne de mentions par {granularity, select, day {jour} week {semaine} month {mois}}',
  newerSentiments: '{title}, {sign} autre calcul',
  unnamed: 'Sans nom',

  // Comparisons.
  versus: '{first} vs {next}',
  alert: 'Alerte',
  shareColumn: 'Part',
  changeColumn: 'Évolution',
  shareOfReach: 'Part de portée',
  netSentiment: 'Tonalité nette',
  unnamedAlert: 'Alerte sans nom',
  noStatistics: '{alert} : pas de statistiques ({reason})',
  noAlertData: 'pas de données',
  unknown: 'inconnu',
  netSentimentOf: 'tonalité nette {net}',
  netWas: '{net} (avant : {before})',
  noMentionCount: 'nombre de mentions indisponible',
  sourcesAll: 'Toutes les sources.',
  sourcesOnly: '{sources} seulement.',
  countedInEach:
    'Une mention trouvée par plusieurs alertes compte dans chacune ; les filtres et les masquages des canaux ne s’appliquent pas.',
  netExplained:
    'Tonalité nette : positives moins négatives, parmi les mentions dont la tonalité est connue ({rated}).',
  sharesOf: 'Parts calculées sur {sums} dans {alerts}.',
  sharesOfBoth: 'Parts calculées sur {mentions} dans {alerts} et sur {reach} dans {others}.',
  theseAlerts: 'ces {all, plural, =0 {aucune} =1 {une} =2 {deux} =3 {trois} other {#}} alertes',
  someOfThese:
    '{known, plural, =0 {aucune} =1 {une} =2 {deux} =3 {trois} other {#}} de ces {all, plural, =0 {aucune} =1 {une} =2 {deux} =3 {trois} other {#}} alertes',
  allMissing: 'Manquent pour {alert} : tous les chiffres ({reason}).',
  figureMissing:
    'Manque pour {alert} : {figure, select, mentions {mentions} reach {portée} sentiment {tonalité}} ({reason}).',
} as const

export const fr = {
  // How many of the mentions of the last days a mute hides.
  nothingToHide:
    'Ce canal n’a eu aucune mention ces {days, number} derniers jours : impossible de dire combien ce masquage en cache.',
  hidesOnly:
    'Attention : ce masquage aurait caché la seule mention des {days, number} derniers jours. Pour y mettre fin : /mentions unmute {name}',
  hidesNotOnly:
    'Ce masquage n’aurait pas caché la seule mention des {days, number} derniers jours. Vérifiez l’orthographe {kind, select, author {du nom de l’auteur} source {du nom de la source} domain {du site} word {du mot}}, ou mettez-y fin : /mentions unmute {name}',
  hidesNone:
    'Ce masquage n’aurait caché aucune des {total, plural, other {#}} {which, select, latest {dernières } all {}}mentions des {days, number} derniers jours. Vérifiez l’orthographe {kind, select, author {du nom de l’auteur} source {du nom de la source} domain {du site} word {du mot}}, ou mettez-y fin : /mentions unmute {name}',
  hidesSome:
    'Ce masquage aurait caché {hidden, number} des {total, plural, other {#}} {which, select, latest {dernières } all {}}mentions des {days, number} derniers jours.',
  hidesNearlyAll:
    'Attention : ce masquage aurait caché presque toutes les {which, select, latest {dernières } all {}}mentions des {days, number} derniers jours ({hidden, number} sur {total, plural, other {#}}). Pour y mettre fin : /mentions unmute {name}',
  hidesAll:
    'Attention : ce masquage aurait caché les {total, plural, other {#}} {which, select, latest {dernières } all {}}mentions des {days, number} derniers jours. Pour y mettre fin : /mentions unmute {name}',
  noMention: 'Aucune mention récente ne correspond ici à « {asked} ».',
} as const

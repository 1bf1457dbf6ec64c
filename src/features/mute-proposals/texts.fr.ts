export const fr = {
  damagedName: 'masquages proposés',
  damaged: 'Overheard recommence à compter. Des propositions refusées peuvent revenir.',
  proposal:
    'Masquer {kind, select, author {l’auteur} source {la source} domain {le site} word {le mot}} {name} aurait caché {count, number} {total, plural, one {mention sur #} other {mentions sur #}} en {days, plural, =28 {quatre semaines} one {# jour} other {# jours}}. Aucune n’a été prise en charge.',
  proposalWithMarked:
    'Masquer {kind, select, author {l’auteur} source {la source} domain {le site} word {le mot}} {name} aurait caché {count, number} {total, plural, one {mention sur #} other {mentions sur #}} en {days, plural, =28 {quatre semaines} one {# jour} other {# jours}}. Aucune n’a été prise en charge, et {dismissed, plural, one {# a été marquée comme non pertinente} other {# ont été marquées comme non pertinentes}}.',
  mute: 'Masquer 30 jours',
  show: 'Les afficher',
  decline: 'Pas celui-ci',
  headline: '{count, plural, one {Masquage proposé} other {Masquages proposés}}',
  title: 'Mentions concernées',
  notStored: 'Ces mentions ne sont plus enregistrées.',
  counted:
    'Période prise en compte : {range}, car des mentions plus récentes peuvent encore être prises en charge.',
  newest:
    'Les {shown, number} plus récentes. Période prise en compte : {range}, car des mentions plus récentes peuvent encore être prises en charge.',
  gone: 'Cette proposition n’est plus à jour. L’onglet Accueil affiche les propositions actuelles.',
  muted:
    'Masquage pendant 30 jours : {kind, select, author {auteur} source {source} domain {site} word {mot}} {name}. Le message dans le canal a un bouton Annuler.',
  declined:
    'Masquer {kind, select, author {l’auteur} source {la source} domain {le site} word {le mot}} {name} ne sera plus proposé pendant 90 jours.',
} as const

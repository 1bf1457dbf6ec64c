export const fr = {
  help: '• `held`, `held acme` : les mentions mises de côté car elles ne parlent pas de vous, avec un bouton pour les publier',
  notOn:
    'Rien n’est mis de côté pour ce canal : aucun de ses abonnements ne dit de quoi il parle (about). Explications dans docs/use/relevance.md.',
  already: 'Cette mention a déjà été récupérée.',
  posted: 'Cette mention est déjà dans le canal.',
  gone: 'Cette mention n’est plus mise de côté, et le service de veille ne l’a pas.',
  onItsWay: 'Overheard publie cette mention dans un instant, et en tire une leçon.',
  dismissed:
    'Cette mention n’est plus dans la liste, et Overheard en tire une leçon. « Publier » permet encore de la publier.',
  whyHeld: '/mentions held permet de la publier.',
  whyDismissed: 'Quelqu’un l’a retirée de la liste de /mentions held, car elle ne parle pas de vous.',
  whyBroughtBack: 'Quelqu’un l’a récupérée : elle a donc été publiée plus tard.',
  letThrough:
    'Est-ce bien à propos de {name} ? Overheard pense que non. Si oui, prenez-la en charge ; sinon, choisissez « Non pertinente ».',
  steppedBack:
    'Sur {held, plural, one {# mention mise de côté et jugée} other {# mentions mises de côté et jugées}} sans rapport avec {name}, l’équipe en a récupéré {back, number} : c’est plus que prévu.',
  holdsLess:
    'Overheard en met désormais moins de côté. Vous n’avez rien à faire. Explications dans docs/use/relevance.md.',
  quoted: '« {word} »',
  line: '{count, plural, one {# mention a été mise de côté} other {# mentions ont été mises de côté}} : probablement sans rapport avec {name}.',
  lineWithWords:
    '{count, plural, one {# mention a été mise de côté : probablement sans rapport avec {name} (on y lit {words}).} other {# mentions ont été mises de côté : probablement sans rapport avec {name} (on y lit {words}).}}',
  show: 'Me les montrer',
  nothing: 'Aucune mention n’est mise de côté comme sans rapport avec {name}.',
  list: '{total, plural, one {# mention mise de côté, jugée} other {# mentions mises de côté, jugées}} sans rapport avec {name}, de la plus récente à la plus ancienne :',
  listWithLineFirst:
    '{total, plural, one {# mention mise de côté, jugée} other {# mentions mises de côté, jugées}} sans rapport avec {name}, d’abord celles de cette annonce :',
  shown:
    '{count, plural, =1 {Affichée ici : la {from, number}.} other {Affichées ici : {from, number} à {to, number}.}}',
  checked:
    '{count, plural, one {# autre mention semblait du même genre et a été publiée pour vérifier.} other {# autres mentions semblaient du même genre et ont été publiées pour vérifier.}}',
  post: 'Publier',
  dismiss: 'Ne parle pas de nous',
  more: 'Page suivante',
  learned:
    'Le filtre apprend à partir de {count, plural, one {# mention traitée ou marquée comme non pertinente} other {# mentions traitées ou marquées comme non pertinentes}}.',
  missingLabels: '{missing, number} mentions traitées sur {needed, number}',
  missingRelevant: '{missing, number} pertinentes sur {needed, number}',
  missingNoise: '{missing, number} non pertinentes sur {needed, number}',
  notYet:
    'Seules les règles de about mettent des mentions de côté, car le filtre n’a encore rien appris. Il manque : {missing}.',
  week: 'Mises de côté comme sans rapport avec {name} ces 7 derniers jours : {held, number}, dont {back, number} récupérées par l’équipe.',
  labelDamagedName: 'jugements sur des mentions',
  labelDamaged: 'Le filtre n’apprend rien de cette mention.',
  wordsDamagedName: 'mots appris',
  heldDamagedName: 'mentions mises de côté',
  heldDamaged: 'Cette mention n’est plus dans /mentions held. Son bouton dans le canal la publie toujours.',
  stopped: 'la mise de côté habituelle pour {subscription}',
} as const

export const fr = {
  help: '• `drill [urgent|burst|spike] [nom]` : découvrir qui répond, avec une mention fictive qui ne compte nulle part',
  damagedName: 'exercices',
  damaged: 'Un exercice dans ce canal n’aura pas de compte rendu.',
  drill: 'Exercice',
  marked: 'Exercice : {text}',
  about: 'Ceci est un exercice, lancé par {person}. Son contenu est fictif et ne compte nulle part.',
  isOver: 'L’exercice est terminé.',
  answer: 'Je m’en charge',
  answeredAfter: '{person} a répondu en {time}',
  answeredAfterInReport: '{person} a répondu en {time}.',
  headline:
    'Exercice terminé (aucune vraie mention) : {scenario, select, urgent {mention urgente} burst {rafale} spike {pic}} pour {subscription}',
  nobody: 'Personne n’a répondu en {time}.',
  morePeople: 'Autres réponses : {count, number}.',
  noAnswer: 'Prévenus, mais sans réponse : {people}.',
  others:
    '{whom, select, groups {Un groupe d’utilisateurs a aussi été prévenu ; Overheard ne connaît pas ses membres.} here {Toutes les personnes actives dans le canal ont aussi été prévenues.} both {Un groupe d’utilisateurs et toutes les personnes actives dans le canal ont aussi été prévenus.} other {D’autres personnes du canal ont aussi été prévenues.}}',
  nobodyCalled: 'Personne n’a été prévenu nommément.',
  countsNowhere: 'L’exercice ne compte pas dans les listes, statistiques, récapitulatifs ou exports.',
  running: 'Un exercice est déjà en cours dans ce canal.',
  over: 'Cet exercice est terminé. Votre réponse n’est pas dans son compte rendu.',
  answered: 'Votre réponse figure dans le compte rendu de l’exercice.',
  paused: '{name} est en pause et ne publierait rien. L’exercice ne commence pas.',
  noSpikes: '{name} a le réglage spike: off et ne signalerait pas de pic. L’exercice ne commence pas.',
  held: 'Ce sont les heures calmes pour {name} : la mention fictive attendrait et ne préviendrait personne. L’exercice ne commence pas.',
  excluded:
    'Pour {name}, les règles écartent ce que cet exercice publierait ({reason}). L’exercice ne commence pas.',
  mayNotPost: 'L’alerte ne peut pas être publiée dans ce canal. L’exercice ne commence pas.',
  begins:
    'L’exercice commence. {calls} Le compte rendu arrive une minute après la première réponse, ou au bout de {time}.',
  question:
    'Une mention fictive sera publiée dans le canal où {name} publie, et l’équipe répondra comme en situation réelle. {calls} Lancer l’exercice ?',
  begin: 'Lancer l’exercice',
  calls:
    'Le message {whom, select, notified {prévient les personnes de notify} nobody {ne prévient personne}}.',
  callsLater:
    'Le message {whom, select, notified {prévient les personnes de notify} nobody {ne prévient personne}}. Sans réponse, la personne d’astreinte est prévenue au bout de {time}, puis de nouveau les personnes de notify.',
  madeUpTitle: 'Mention fictive {number} d’un exercice',
  madeUpText: 'Personne n’a écrit ceci. Qui y répondrait ?',
  madeUpAuthor: 'Personne',
} as const

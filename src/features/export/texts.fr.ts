export const fr = {
  help: '• `export [nom] [30d]` : recevoir ce qui a été publié sous forme de tableau en message direct (CSV, ou JSON si la ligne se termine par json)',
  tableHelp: '• `export {word} [30d]` : de même pour {title}',
  notUnderstood:
    '« {words} » n’est pas une durée d’export. Indiquez au plus {mostDays, plural, one {# jour} other {# jours}}, par exemple 7d.',
  running: 'Votre dernier export est encore en préparation.',
  nothing:
    'Rien n’a été publié à ce sujet {days, plural, one {ces dernières 24 heures} other {ces # derniers jours}} dans les canaux dont vous êtes membre.',
  noRows:
    'Aucun {unit} {days, plural, one {ces dernières 24 heures} other {ces # derniers jours}} dans les canaux dont vous êtes membre, parmi ce que vous pouvez voir.',
  noDirectMessage:
    'Slack n’a pas ouvert de message direct avec vous, donc pas de fichier. Réessayez dans une minute.',
  mentions: '{total, plural, one {# mention} other {# mentions}}',
  all: '{rows} {days, plural, one {des dernières 24 heures} other {des # derniers jours}}',
  newest:
    'Les {shown, number} derniers éléments sur {rows} {days, plural, one {des dernières 24 heures} other {des # derniers jours}} : un fichier n’en contient pas plus. Pour le reste, exportez une durée plus courte',
  sent: '{summary}. Le fichier est dans vos messages directs avec Overheard.',
  mayNotSend:
    'L’application Slack ne peut pas envoyer de fichiers. Demandez à un administrateur d’Overheard de lui donner l’autorisation files:write ({doctor} explique comment).',
  unclear:
    'Slack n’a pas répondu ({reason}). Si le fichier n’est pas dans vos messages directs avec Overheard, redemandez-le.',
  later:
    'Slack n’accepte aucun fichier pour l’instant. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
  failed: 'Slack n’a pas accepté le fichier ({reason}). Réessayez dans une minute.',
} as const

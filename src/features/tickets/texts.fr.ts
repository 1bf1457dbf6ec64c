export const fr = {
  menu: 'Lier un ticket…',
  hint: 'La fiche, la liste des mentions à traiter, le récapitulatif et l’export affichent alors le ticket.',
  linked: 'Lié par {person}. Videz le champ pour retirer le ticket.',
  label: 'Adresse du ticket',
  notAnAddress: 'Ce n’est pas une adresse Web. Collez l’adresse complète du ticket, avec https:// devant.',
  hasPassword: 'Retirez le nom d’utilisateur et le mot de passe : tout le monde dans le canal peut les lire.',
  tooLong: 'Cette adresse est trop longue : {most, number} caractères au maximum.',
  ofMention: 'C’est l’adresse de la mention. Collez celle du ticket.',
  changedSince:
    '{person} a lié un autre ticket pendant que ce formulaire était ouvert. Rouvrez-le pour remplacer ce ticket.',
} as const

export const en = {
  menu: 'Link ticket…',
  hint: 'The card, the list of open mentions, the digest and the export then show the ticket.',
  linked: 'Linked by {person}. Empty the field to unlink the ticket.',
  label: 'Address of the ticket',
  notAnAddress: 'This is not a web address. Paste the whole address of the ticket, with https:// in front.',
  hasPassword: 'Leave out the user name and the password: everybody in the channel can read them.',
  tooLong: 'This address is too long: at most {most, number} characters.',
  ofMention: 'This is the address of the mention. Paste the address of the ticket.',
  changedSince:
    '{person} linked another ticket while this form was open. Open it again to replace that ticket.',
} as const

export const de = {
  menu: 'Ticket verknüpfen\u00a0…',
  hint: 'Die Karte, die Liste der offenen Erwähnungen, die Zusammenfassung und der Export zeigen dann das Ticket.',
  linked: 'Verknüpft von {person}. Leere das Feld, um die Verknüpfung zu lösen.',
  label: 'Adresse des Tickets',
  notAnAddress: 'Das ist keine Webadresse. Füge die ganze Adresse des Tickets ein, mit https:// am Anfang.',
  hasPassword: 'Lass Benutzernamen und Passwort weg: Alle im Channel können sie lesen.',
  tooLong: 'Diese Adresse ist zu lang: höchstens {most, number} Zeichen.',
  ofMention: 'Das ist die Adresse der Erwähnung. Füge die Adresse des Tickets ein.',
  changedSince:
    '{person} hat ein anderes Ticket verknüpft, während dieses Formular offen war. Öffne es noch einmal, um dieses Ticket zu ersetzen.',
} as const

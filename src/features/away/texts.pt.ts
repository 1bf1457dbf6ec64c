export const pt = {
  help: '• `away`, `away until monday`, `away from friday 12:00 until monday`, `away back`: quem está ausente e, enquanto isso, não recebe avisos nem atribuições; e como informar sua ausência',
  damagedName: 'ausências',
  damaged: 'A pessoa {user} recebe avisos e atribuições como se não estivesse ausente.',
  back: 'Você está de volta.',
  notAway: 'Você não estava ausente.',
  youAreNot: 'Você não está ausente.',
  youAre: 'Você está ausente até {until}',
  youWillBe: 'Você estará ausente de {from} até {until}',
  youAreNow: 'Você está ausente até {until}.',
  youWillBeThen: 'Você estará ausente de {from} até {until}.',
  is: '{person} está ausente até {until}.',
  willBe: '{person} estará ausente de {from} até {until}.',
  more: '{count, plural, one {Mais # pessoa.} other {Mais # pessoas.}}',
  howTo: 'Informe até quando você ficará ausente: /mentions away until monday',
  meanwhile:
    'Enquanto isso, o Overheard não atribui nada a você por regra e avisa outras pessoas sobre menções urgentes.',
  iAmBack: 'Voltei',
} as const

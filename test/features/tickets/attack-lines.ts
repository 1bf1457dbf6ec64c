import {
  anyChannel,
  button,
  cardMenu,
  entriesForm,
  type Line,
  mentionForm,
  of,
  plain,
  press,
} from '../../permissions/attack-kit.ts'

export const lines: Line[] = [
  ...of('action /^mention_page_\\d+$/', ['a link', 'nothing', press(() => button('mention_page_0')), plain]),
  ...of('action mention_more', ['ticket', 'handle', cardMenu('ticket')]),
  ...of('view burst_entries', ['ticket', 'handle', entriesForm('ticket'), anyChannel]),
  ...of('view mention_more', [
    'a ticket',
    'handle',
    mentionForm('mention_more', { ticket: 'https://tracker.example/1' }),
    anyChannel,
  ]),
]

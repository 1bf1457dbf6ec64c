import {
  anyChannel,
  cardMenu,
  entriesForm,
  type Line,
  mentionForm,
  of,
} from '../../permissions/attack-kit.ts'

export const lines: Line[] = [
  ...of('action mention_more', ['mute', 'mute-briefly', cardMenu('mute')]),
  ...of('view burst_entries', ['mute-author', 'mute', entriesForm('mute-author'), anyChannel]),
  ...of(
    'view mention_mute',
    // An admin has muted the author for good.
    ['for a day', 'mute-briefly', mentionForm('mention_mute', { what: 'source', term: '1d' }), anyChannel],
    ['for 7 days', 'mute', mentionForm('mention_mute', { what: 'author', term: '7d' }), anyChannel],
  ),
]

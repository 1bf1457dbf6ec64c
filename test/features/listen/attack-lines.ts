import {
  button,
  type Line,
  listeningMenu,
  listeningNote,
  mentions,
  of,
  press,
  submit,
  tells,
  typed,
} from '../../permissions/attack-kit.ts'

export const menus = ['listening_menu']

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions',
    ['listen', 'subscribe', mentions(() => 'listen nothing such')],
    ['alerts', 'read', mentions(() => 'alerts'), tells],
  ),
  ...of('action listen_here', ['Listen here', 'subscribe', press((on) => button('listen_here', typed(on))), { sends: true }]),
  ...of('action listening_menu', ['edit', 'change', listeningMenu('edit')], ['remove', 'change', listeningMenu('remove')]),
  ...of('view listening_edit', ['other words', 'change', submit('listening_edit', (on, _by, world) => ({
    metadata: listeningNote(world, on),
    answers: { listen_name: 'Acme', listen_query: 'acme', listen_languages: '' },
  }))]),
  ...of('view listening_remove', ['Remove', 'change', submit('listening_remove', (on, _by, world) => ({ metadata: listeningNote(world, on) }))]),
]

import {
  anyChannel,
  homeMenu,
  type Line,
  mentions,
  named,
  of,
  ofMade,
  submit,
  undo,
} from '../../permissions/attack-kit.ts'
import { madeName } from '../../tools/attack-world.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions',
    ['pause', 'change', mentions((on) => `pause ${named('made', on)} 2h`)],
    ['pause later', 'change', mentions((on) => `pause ${named('made', on)} from saturday 8:00 until monday 9:00`)],
    ['resume', 'change', mentions((on) => `resume ${named('made', on)}`)],
    ['pause a name that does not exist', 'read', mentions(() => 'pause nothing-such')],
  ),
  ...of('action change_undo',
    ['a pause', 'change', undo('pause')],
    ['a planned pause', 'change', undo('pause-plan')],
  ),
  ...of('action alert_menu',
    ['pause', 'change', homeMenu('pause'), anyChannel],
    ['resume', 'change', homeMenu('resume'), anyChannel],
    ['cancel-pause', 'change', homeMenu('cancel-pause'), anyChannel],
  ),
  ...of('action list_pause', ['Pause…', 'change', ofMade('list_pause')]),
  ...of('action list_resume', ['Resume', 'change', ofMade('list_resume')]),
  ...of('action list_cancel_pause', ['Cancel the pause', 'change', ofMade('list_cancel_pause')]),
  ...of('action catch_up', ['Post all', 'change', ofMade('catch_up', true)]),
  ...of('action start_from_now', ['Skip them', 'change', ofMade('start_from_now', true)]),
  ...of('view subscription_pause', ['an hour', 'change', submit('subscription_pause', ({ name }) => ({ metadata: JSON.stringify({ name: madeName(name) }), answers: { until: '1h' } })), anyChannel]),
]

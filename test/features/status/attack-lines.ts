import { button, type Line, mentions, named, of, press, tells } from '../../permissions/attack-kit.ts'
import { subjects } from '../../tools/attack-world.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions',
    ['list', 'read', mentions(() => 'list'), tells],
    ['status', 'read', mentions(() => 'status'), tells],
    ['test', 'read', mentions((on) => `test ${named('watch', on)}`), tells],
    ['preview', 'read', mentions((on) => `preview ${named('watch', on)}`), tells],
    ['why', 'read', mentions(({ name }) => `why ${subjects[name].mention.title.toLowerCase()}`), tells],
  ),
  ...of('action /^run_line\\d$/', ['a suggested list', 'read', press(() => button('run_line1', 'list')), tells]),
]

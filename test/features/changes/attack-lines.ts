import { type Line, mentions, of } from '../../permissions/attack-kit.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = of('command /mentions',
    ['changes', 'read', mentions(() => 'changes'), { plain: true }],
    ['changes all', 'read', mentions(() => 'changes all'), { plain: true }],
    ['export changes', 'read', mentions(() => 'export changes'), { plain: true }],
)

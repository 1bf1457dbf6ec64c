import { type Line, mentions, of } from '../../permissions/attack-kit.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = of('command /mentions',
    ['away', 'read', mentions(() => 'away')],
    ['away until monday', 'read', mentions(() => 'away until monday')],
    ['away back', 'read', mentions(() => 'away back')],
)

import { defineFeature } from '../../kernel/feature.ts'
import { createStatusCommands } from './subcommands.ts'

/** `/mentions list`, `status`, `why`, `preview` and `test` tell about the subscriptions of a channel and their mentions. */
export const status = defineFeature({
  name: 'status',
  keys: { file: {}, subscription: {} },
  uses: ({
    settings: { layout },
    subscriptions: { finder, registry, status },
    people: { access, answers },
    features: { statusLines, listButtons },
  }) => ({
    access,
    finder,
    registry,
    status,
    answers,
    addedLines: statusLines,
    listButtons,
    layout,
  }),
  create: (parts) => ({ subcommands: createStatusCommands(parts) }),
})

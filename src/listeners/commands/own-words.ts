/** The words of the subcommands that no feature adds. */
export const ownWords = ['help', 'mute', 'unmute', 'mutes', 'digest'] as const

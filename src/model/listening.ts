/** The file of the bot's own mention service in the data folder. SQLite puts others beside it, whose names begin with this. */
export const mentionsFile = 'mentions.sqlite'

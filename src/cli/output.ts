/** Ends a command whose reader has gone, as `semel doctor | head` does: quietly, after the handlers for the end of the process. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
}

/** The thread that reads long texts in Markdown (kept-markdown.ts). */
import { answerWork } from '../../threads/answer-work.ts'
import { readMarkdown } from './markdown.ts'

export type Read = ReturnType<typeof readMarkdown> & { milliseconds: number }

answerWork((text: string): Read => {
  const before = process.threadCpuUsage()
  const read = readMarkdown(text)
  const { user, system } = process.threadCpuUsage(before)
  return { ...read, milliseconds: (user + system) / 1000 }
})

/** Requests about the home page and own pages, each on a page, a block or a picture of its own. */
import sharp from 'sharp'
import { newPerson } from './accounts.ts'
import type { RequestOptions } from './client.ts'
import type { Semel } from './semel.ts'

type Prepared = { path: string; status: number } & RequestOptions

async function pictureData(): Promise<string> {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#36c' } }).png()
  return (await picture.toBuffer()).toString('base64')
}

/** The blocks of earlier requests make room. */
async function newBlock(semel: Semel): Promise<{ id: string; token: string }> {
  const { token } = await newPerson(semel, { role: 'admin' })
  await semel.db.deleteFrom('home_page').execute()
  const { body } = await semel.client().post('/api/admin/home/blocks', { type: 'text' }, { token })
  return { id: body.blocks.at(-1).id, token }
}

async function newPage(semel: Semel): Promise<{ path: string; token: string; block: string }> {
  const { token } = await newPerson(semel, { role: 'admin' })
  const page = await semel.client().post('/api/admin/own-pages', { title: { en: 'Our story' } }, { token })
  const path = `/admin/own-pages/${page.body.id}`
  const { body } = await semel.client().post(`/api${path}/blocks`, { type: 'text' }, { token })
  return { path, token, block: `${path}/blocks/${body.blocks[0].id}` }
}

export const PREPARED_SITE: Record<string, (semel: Semel) => Promise<Prepared>> = {
  getHomePage: async semel => {
    const { token } = await newBlock(semel)
    return { path: '/admin/home', status: 200, token }
  },
  addHomeBlock: async semel => {
    const { token } = await newBlock(semel)
    return { path: '/admin/home/blocks', status: 200, body: { type: 'text', title: { en: 'Our story' } }, token }
  },
  changeHomeBlock: async semel => {
    const { id, token } = await newBlock(semel)
    return { path: `/admin/home/blocks/${id}`, status: 200, body: { place: 1 }, token }
  },
  removeHomeBlock: async semel => {
    const { id, token } = await newBlock(semel)
    return { path: `/admin/home/blocks/${id}`, status: 200, token }
  },
  publishHomePage: async semel => {
    const { token } = await newBlock(semel)
    return { path: '/admin/home/publish', status: 200, body: {}, token }
  },
  discardHomeDraft: async semel => {
    const { token } = await newBlock(semel)
    return { path: '/admin/home/discard', status: 200, body: {}, token }
  },
  addSitePicture: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    return { path: '/admin/site-pictures', status: 200, body: { title: 'Field', data: await pictureData() }, token }
  },
  removeSitePicture: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    const body = { title: 'Field', data: await pictureData() }
    const added = await semel.client().post('/api/admin/site-pictures', body, { token })
    return { path: `/admin/site-pictures/${added.body.hash}`, status: 204, token }
  },
  listOwnPages: async semel => {
    const { token } = await newPage(semel)
    return { path: '/admin/own-pages', status: 200, token }
  },
  addOwnPage: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    return { path: '/admin/own-pages', status: 201, body: { title: { en: 'Our workshop' } }, token }
  },
  getOwnPage: async semel => {
    const { path, token } = await newPage(semel)
    return { path, status: 200, token }
  },
  changeOwnPage: async semel => {
    const { path, token } = await newPage(semel)
    return { path, status: 200, body: { title: { en: 'Our workshop' } }, token }
  },
  removeOwnPage: async semel => {
    const { path, token } = await newPage(semel)
    return { path, status: 204, token }
  },
  addOwnBlock: async semel => {
    const { path, token } = await newPage(semel)
    return { path: `${path}/blocks`, status: 200, body: { type: 'text', title: { en: 'Our tea' } }, token }
  },
  changeOwnBlock: async semel => {
    const { block, token } = await newPage(semel)
    return { path: block, status: 200, body: { place: 1 }, token }
  },
  removeOwnBlock: async semel => {
    const { block, token } = await newPage(semel)
    return { path: block, status: 200, token }
  },
  publishOwnPage: async semel => {
    const { path, token } = await newPage(semel)
    return { path: `${path}/publish`, status: 200, body: {}, token }
  },
  unpublishOwnPage: async semel => {
    const { path, token } = await newPage(semel)
    return { path: `${path}/unpublish`, status: 200, body: {}, token }
  },
  discardOwnDraft: async semel => {
    const { path, token } = await newPage(semel)
    return { path: `${path}/discard`, status: 200, body: {}, token }
  },
}

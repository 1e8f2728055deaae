/** The home page in the console, with the pictures for the blocks of all pages. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { showHome } from '../../site/blocks/show-blocks.ts'
import { listPictures } from '../../site/blocks/site-pictures.ts'
import { t } from '../../words/words.ts'
import { pageEditor } from './page-editor.ts'
import { PICTURE_FORMS, pictureSection } from './site-pictures.ts'

export function homeEditor(app: FastifyInstance, context: AppContext): void {
  pageEditor(app, context, {
    address: '/admin/home',
    more: PICTURE_FORMS,
    async words(visitor, _, states) {
      return {
        title: t('Home page'),
        unpublished: t('Until you publish blocks, the page is made of the settings.'),
        below: pictureSection(visitor, await listPictures(context.db), states),
      }
    },
    preview: (visitor, _, content, draft) => showHome({ ...visitor, path: '/' }, content, draft),
  })
}

import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { documents } from '../documents.mjs';

export const collections = { docs: defineCollection({ loader: documents(), schema: docsSchema() }) };

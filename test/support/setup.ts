// n8n-core registers its services by decorators; this has to be loaded before any of them.
import 'reflect-metadata';

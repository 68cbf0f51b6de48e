import { mount } from 'svelte';
import { keepToken } from './api';
import App from './App.svelte';
import './app.css';
import { showTheme } from './theme.svelte';

keepToken();
showTheme();

const target = document.getElementById('app');
if (target) mount(App, { target });
